// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
package interop;

import com.mongodb.client.MongoClients;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.provider.mongo.MongoLockProvider;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Redisson and ShedLock as a process: Client redisson HOST PORT, Client shedlock-redis HOST PORT, Client shedlock-mongo URL
 * DATABASE, Client shedlock-sql JDBC-URL USER. Requests are lines of JSON lists of plain texts; answers true, false, a number or an error's name.
 */
public final class Client {
    private interface Library {
        /**
         * redisson: lock NAME LEASE_MS WAIT_MS, unlock NAME, with the kind of lock as a last word: plain (else), fair, read,
         * write, fenced, spin, multi (NAME and NAME-2 together). shedlock: lock NAME AT_MOST_MS AT_LEAST_MS, unlock NAME.
         */
        Object run(String[] words) throws Exception;
    }

    private static RLock redissonLock(RedissonClient client, String kind, String name) {
        return switch (kind) {
            case "fair" -> client.getFairLock(name);
            case "read" -> client.getReadWriteLock(name).readLock();
            case "write" -> client.getReadWriteLock(name).writeLock();
            case "fenced" -> client.getFencedLock(name);
            case "spin" -> client.getSpinLock(name);
            case "multi" -> client.getMultiLock(client.getLock(name), client.getLock(name + "-2"));
            default -> client.getLock(name);
        };
    }

    private static Library redisson(String host, String port) {
        Config config = new Config();
        config.setThreads(2).setNettyThreads(2);
        config.useSingleServer().setAddress("redis://" + host + ":" + port).setConnectionMinimumIdleSize(1)
            .setConnectionPoolSize(4);
        RedissonClient client = Redisson.create(config);
        return words -> {
            int last = words[0].equals("lock") ? 4 : 2;
            RLock lock = redissonLock(client, words.length > last ? words[last] : "plain", words[1]);
            if (words[0].equals("lock")) {
                long lease = Long.parseLong(words[2]);
                boolean got = lock.tryLock(Long.parseLong(words[3]), lease, TimeUnit.MILLISECONDS);
                return got ? System.currentTimeMillis() : false;
            }
            lock.unlock();
            return true;
        };
    }

    private static Library shedlock(LockProvider provider) {
        Map<String, SimpleLock> held = new HashMap<>();
        return words -> {
            if (words[0].equals("lock")) {
                Optional<SimpleLock> lock = provider.lock(new LockConfiguration(Instant.now(), words[1],
                    Duration.ofMillis(Long.parseLong(words[2])), Duration.ofMillis(Long.parseLong(words[3]))));
                lock.ifPresent(one -> held.put(words[1], one));
                return lock.isPresent();
            }
            held.remove(words[1]).unlock();
            return true;
        };
    }

    private static Library library(String[] args) {
        if (args[0].equals("redisson")) {
            return redisson(args[1], args[2]);
        }
        if (args[0].equals("shedlock-redis")) {
            var factory = new LettuceConnectionFactory(args[1], Integer.parseInt(args[2]));
            factory.afterPropertiesSet();
            factory.start();
            return shedlock(new RedisLockProvider.Builder(factory).environment("default").build());
        }
        if (args[0].equals("shedlock-mongo")) {
            return shedlock(new MongoLockProvider(MongoClients.create(args[1]).getDatabase(args[2])));
        }
        var source = new DriverManagerDataSource(args[1], args[2], "");
        return shedlock(new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
            .withJdbcTemplate(new JdbcTemplate(source)).usingDbTime().build()));
    }

    public static void main(String[] args) throws Exception {
        Library library = library(args);
        var lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.replaceAll("[\\[\\]\" ]", "").split(",");
            Object answer;
            try {
                answer = library.run(words);
            } catch (Exception error) {
                answer = "\"" + error.getClass().getSimpleName() + "\"";
            }
            System.out.println(answer);
        }
        System.exit(0);
    }
}
