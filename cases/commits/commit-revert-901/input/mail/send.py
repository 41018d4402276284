import smtplib


def send(message, host="localhost"):
    with smtplib.SMTP(host, timeout=5) as server:
        server.starttls()
        server.send_message(message)
