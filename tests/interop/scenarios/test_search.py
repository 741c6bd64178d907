# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The search for an order that goes wrong: found where there is one, complete where there is none."""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ctl"))
import ctl  # noqa: E402

KEYS = {"v", "type", "store_us", "scenario", "variant", "orders", "complete", "found", "first_bad"}


class Search(ctl.Stores):
    def search(self, status, url, *words):
        done = self.expect(status, url, "scenario", "search", *words)
        found = done.of("search")
        self.assertEqual(len(found), 1, done)
        self.assertEqual(set(found[0]), KEYS)
        return found[0]

    def test_a_wrong_order_is_found_and_verified(self):
        with tempfile.TemporaryDirectory(prefix="lockdesk-search-") as folder:
            for kind, url in self.each():
                path = os.path.join(folder, kind)
                said = self.search(3, url, "lost-update", "--variant", "without-version", "--events", path)
                self.assertEqual((said["scenario"], said["variant"], said["complete"], said["found"]),
                                 ("lost-update", "without-version", True, True), kind)
                verdict = ctl.run(None, "verify", path)
                self.assertEqual(verdict.status, 3, verdict)
                self.assertEqual(verdict.of("verdict")[0]["first_bad"], said["first_bad"], kind)
                # No order of the right way is wrong, and no file is left in its place.
                path += "-right"
                said = self.search(0, url, "lost-update", "--variant", "with-version", "--events", path)
                self.assertEqual((said["complete"], said["found"], said["first_bad"]), (True, False, None), kind)
                self.assertGreater(said["orders"], 1, kind)
                self.assertFalse(os.path.exists(path), kind)
                self.assertEqual(ctl.run(url, "sandbox", "list").of("sandbox"), [], "each order leaves nothing behind")

    def test_it_ends_at_its_limits(self):
        url = self.urls["sqlite"]
        said = self.search(0, url, "three-pods", "--variant", "fair-order", "--orders", "3")
        self.assertEqual((said["orders"], said["complete"], said["found"]), (3, False, False))
        said = self.search(0, url, "three-pods", "--variant", "fair-order", "--for", "10ms")
        self.assertEqual((said["orders"], said["complete"]), (1, False))

    def test_wrong_usage(self):
        url = self.urls["sqlite"]
        for words, named in ((("lost-updat", "--variant", "with-version"), "lost-update"), (("lost-update",), "--variant"),
                             (("lost-update", "--variant", "with-versio"), "with-version"),
                             (("lost-update", "--variant", "with-version", "--orders", "0"), "--orders"),
                             (("lost-update", "--variant", "with-version", "--for", "0"), "--for"),
                             (("lost-update", "--variant", "with-version", "--events", "/no/such/folder/f"), "/no/such/folder")):
            done = ctl.run(url, "scenario", "search", *words)
            self.assertNotEqual(done.status, 0, done)
            self.assertIn(named, done.errors + str(done), done)
        self.expect(7, url, "scenario", "search", "hundred-items", "--variant", "row-lock")


if __name__ == "__main__":
    ctl.main()
