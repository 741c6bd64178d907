// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0

// Pairs of redislock (obtain, release) by a given number of goroutines, each with a name of its own, over one client with a connection each.
// Reads a line "SECONDS" for every turn and prints pairs a second.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
)

func pair(ctx context.Context, locks *redislock.Client, name string) {
	lock, err := locks.Obtain(ctx, name, 30*time.Second, nil)
	if err == nil {
		err = lock.Release(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "redislock:", err)
		os.Exit(1)
	}
}

func main() {
	address := flag.String("address", "127.0.0.1:6379", "of the server")
	workers := flag.Int("workers", 1, "goroutines")
	flag.Parse()
	ctx := context.Background()
	client := redis.NewClient(&redis.Options{Addr: *address, PoolSize: *workers, MinIdleConns: *workers})
	locks := redislock.New(client)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		seconds, err := strconv.ParseFloat(lines.Text(), 64)
		if err != nil {
			fmt.Fprintln(os.Stderr, "redislock:", err)
			os.Exit(2)
		}
		var done atomic.Int64
		var group sync.WaitGroup
		begin := time.Now()
		end := begin.Add(time.Duration(seconds * float64(time.Second)))
		for i := 0; i < *workers; i++ {
			group.Add(1)
			go func(name string) {
				defer group.Done()
				for time.Now().Before(end) {
					pair(ctx, locks, name)
					done.Add(1)
				}
			}("bench/redislock/" + strconv.Itoa(i))
		}
		group.Wait()
		fmt.Printf("%.1f\n", float64(done.Load())/time.Since(begin).Seconds())
	}
}
