// Package viewstest helps to test views: a window that runs functions posted by workers when the test lets it, the
// hands of a user, and small data. It is imported by tests only.
package viewstest
