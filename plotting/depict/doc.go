// Package depict turns a result into plates: a figure with its title, its caption and the
// size in which it is printed. [Plates] is the one list of figures. The window, the command
// line and reports all read it, so a figure that one of them shows is there in the others,
// with the same words.
//
// A figure is drawn from a [Subject]. The user's choices in a figure are a value of their own: [TreeState],
// [ClustersState] and so on. A view keeps such a value, changes it as the user asks, and draws the figure that the
// function here makes of it; the command line starts from the zero value, which stands for the usual choice.
package depict
