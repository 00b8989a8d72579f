"""What the server does beside running pages: headers, hosts, addresses of its own, memory."""
