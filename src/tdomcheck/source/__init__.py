"""Bytes to text, trees and templates, with every place mapped back to its byte in the file."""
