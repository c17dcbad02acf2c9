"""Runs cases of lila-tablebase's test.py: lila_cases.py TEST_FILE CASE...

Lichess has tables of six and seven men and drawproof has none, so such a position ends its case as skipped; what
the case expects before is checked. Neither has tables of more men.
"""

import importlib.util
import sys
import unittest

spec = importlib.util.spec_from_file_location("lila_test", sys.argv[1])
lila_test = importlib.util.module_from_spec(spec)
spec.loader.exec_module(lila_test)
ask = lila_test.standard


def ask_up_to_five_men(fen):
    men = sum(character.isalpha() for character in fen.split()[0])
    if 5 < men < 8:
        raise unittest.SkipTest(f"{fen} has {men} men")
    return ask(fen)


lila_test.standard = ask_up_to_five_men
cases = [f"TablebaseTest.{case}" for case in sys.argv[2:]]
suite = unittest.defaultTestLoader.loadTestsFromNames(cases, lila_test)
sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
