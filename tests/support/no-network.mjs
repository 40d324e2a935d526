// Preloaded into a program that must not use the network. Exits with 99 at the first connection or DNS look-up.
import dns from 'node:dns';
import net from 'node:net';

const refuse = () => process.exit(99);
net.Socket.prototype.connect = refuse;
dns.lookup = refuse;
dns.promises.lookup = refuse;
