class Result:
    index = {}
    files = {}
def generate(chips):
    return Result()
