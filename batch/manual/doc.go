// Package manual writes what is made from the grammar of the command line: the manual page, and the completions of
// bash, zsh and fish. A flag is declared once, in the grammar, and appears here by itself.
package manual
