"""Agents with known verdicts, run as real trials: does this machine reach the same verdicts?"""
