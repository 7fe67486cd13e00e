// Package together searches for trees of tables whose columns vary together (math 11).
//
// A [Together] searches and learns Σ in turn (together.go). A [SequelFit] and a [SequelChain] leave the trees as those
// of columns by themselves and learn Σ on them afterwards; choice.go tells which form of Σ was chosen and why.
package together
