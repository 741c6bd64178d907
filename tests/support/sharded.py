# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""unittest.main for a file that has several entries of ctest: LOCKDESK_TEST_SHARD=2/3 runs the second third of its cases."""

import os
import unittest


def cases(suite):
    for one in suite:
        if isinstance(one, unittest.TestSuite):
            yield from cases(one)
        else:
            yield one


class Shard(unittest.TestLoader):
    """Loads the cases of one shard. A file with fewer cases than shards is a mistake, as an entry without a case would pass."""

    def __init__(self, index, total):
        super().__init__()
        self.index, self.total = index, total

    def loadTestsFromModule(self, *args, **more):
        every = list(cases(super().loadTestsFromModule(*args, **more)))
        if not 1 <= self.index <= self.total <= len(every):
            raise SystemExit(f"Shard {self.index} of {self.total}, and {len(every)} cases")
        # Cases of a class stay together: each shard with one of them starts its servers.
        begin, end = (len(every) * one // self.total for one in (self.index - 1, self.index))
        return unittest.TestSuite(every[begin:end])


def main():
    index, total = map(int, os.environ.get("LOCKDESK_TEST_SHARD", "1/1").split("/"))
    unittest.main(testLoader=Shard(index, total))
