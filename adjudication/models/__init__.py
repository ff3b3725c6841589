"""Calls, cases and appeals, as rows: constraints and names, no behaviour."""

from __future__ import annotations

from adjudication.models.calls import Call
from adjudication.models.carried import CarriedPenalty
from adjudication.models.cases import Acknowledgement, Appeal, Case, CaseOffender, CasePhoto

__all__ = ["Acknowledgement", "Appeal", "Call", "CarriedPenalty", "Case", "CaseOffender", "CasePhoto"]
