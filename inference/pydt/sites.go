package pydt

// sites is filled where cells have approximations of their own.
type sites struct{}
