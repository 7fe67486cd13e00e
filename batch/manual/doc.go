// Package manual writes the manual page, and the completions of bash, zsh and fish, from the grammar of the command
// line. A flag is declared once, in the grammar, and appears here by itself.
package manual
