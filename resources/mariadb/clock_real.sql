SELECT {real}, {real}, NULL
