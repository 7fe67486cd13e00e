// Package ensemble predicts by several trees at once, those that a search kept and those that its pilot drew. Where the
// rate of divergence is learnt, it is calibrated on rows that are left out of the best tree in turn (math 8).
package ensemble
