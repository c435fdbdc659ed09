import Testing

@testable import Scanner
