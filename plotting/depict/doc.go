// Package depict turns a result into plates: a figure with its title, its caption and the
// size in which it is printed. [Plates] is the one list of figures. The window, the command
// line and reports all read it, so a figure that one of them shows is there in the others,
// with the same words.
//
// A [Subject] is what a figure is drawn from. What a person may choose about a figure is a
// value of its own: [TreeState], [ClustersState] and so on. A view keeps such a value, changes
// it as the person asks, and draws what the function here makes of it; the command line
// starts from the zero value, which stands for the usual choice.
package depict
