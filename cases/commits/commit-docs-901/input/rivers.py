print("rivers")
