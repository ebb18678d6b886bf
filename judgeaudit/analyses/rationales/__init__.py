"""Comparing rationales: what each says, how two of them relate, and what that means for an item, a judge and a criterion."""
