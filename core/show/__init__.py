"""What people see: cards, the résumé as text, words, and the postman that brings them."""
