"""The checker: it accepts what is true, and names each kind of untruth."""

import unittest
from dataclasses import replace

import checker
from checker import Seen
from farm import Play, Station

STATION = Station("s0")
STATION.plays = [Play(0, 100.0), Play(1, 103.0), Play(2, 106.0)]
STATIONS = {"s0": STATION}
TRUE = Seen("a", 103.1, "s0", "e", 7, "Title 1", 103.0, "live")


class CheckerTests(unittest.TestCase):
    def found(self, *seen):
        """Returns the faults that the checker finds, without their places."""
        return [fault.partition(": ")[2] for fault in checker.faults(seen, STATIONS)]

    def test_what_is_true_is_accepted(self):
        later = replace(TRUE, at=106.1, revision=9, title="Title 2", start=106.0)
        self.assertEqual(self.found(TRUE, replace(TRUE, revision=8), later), [])

    def test_a_title_before_its_time_is_invented(self):
        self.assertEqual(
            self.found(replace(TRUE, title="Title 2", start=None)),
            ["'Title 2' was not published"])

    def test_a_title_of_no_station_is_invented(self):
        self.assertEqual(
            self.found(replace(TRUE, title="Jingle")), ["'Jingle' was not published"])

    def test_another_start_is_invented(self):
        self.assertEqual(
            self.found(replace(TRUE, start=103.5)), ["Title 1 begins +0.500 s off"])

    def test_an_older_title_behind_a_newer_one_goes_backwards(self):
        old = replace(TRUE, revision=8, title="Title 0", start=100.0)
        self.assertEqual(self.found(TRUE, old), ["Title 0 behind Title 1"])

    def test_a_lower_revision_goes_backwards_unless_the_epoch_is_another(self):
        self.assertEqual(self.found(TRUE, replace(TRUE, revision=6)), ["revision 6 behind 7"])
        self.assertEqual(self.found(TRUE, replace(TRUE, revision=6, epoch="f")), [])

    def test_clients_are_judged_each_for_itself(self):
        self.assertEqual(
            self.found(TRUE, replace(TRUE, client="b", title="Title 0", start=100.0)), [])

    def test_a_station_that_is_behind_differs(self):
        self.assertEqual(checker.differences({"s0": "Title 2"}, STATIONS), [])
        self.assertEqual(
            checker.differences({"s0": "Title 1"}, STATIONS), ["s0: 'Title 1', not 'Title 2'"])

    def test_a_title_that_comes_twice_is_repeated(self):
        self.assertEqual(checker.repeated(["a", "b", "a"]), ["a"])
