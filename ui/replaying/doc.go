// Package replaying shows in the window how a result formed: a bar that plays, halts and scrubs through the moments of
// its fit. Every page shows the moment, because the window shows it in place of the result; figures glide from one to
// the next as they do while a fit runs.
package replaying
