print('game')
