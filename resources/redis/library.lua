-- SPDX-FileCopyrightText: 2026 The Lockdesk developers
-- SPDX-License-Identifier: Apache-2.0
-- The end of the library. Its number grows with every change: `init` puts a newer one in the place of an older one, never the
-- other way round. Arguments and answers of a function stay as they are as long as the schema's version does.
redis.register_function('lockdesk_acquire', acquire)
redis.register_function('lockdesk_renew', renew)
redis.register_function('lockdesk_release', release)
redis.register_function{function_name = 'lockdesk_look', callback = look, flags = {'no-writes'}}
redis.register_function{function_name = 'lockdesk_show', callback = show, flags = {'no-writes'}}
redis.register_function{function_name = 'lockdesk_library', callback = function() return {1} end, flags = {'no-writes'}}
