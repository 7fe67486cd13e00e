module github.com/nicksnyder/go-i18n/v2

go 1.26

require golang.org/x/text v0.43.0
