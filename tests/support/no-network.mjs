// Loaded before a program that must not use the network: it ends with the code 99 when a connection or a look-up begins.
import dns from 'node:dns';
import net from 'node:net';

const refuse = () => process.exit(99);
net.Socket.prototype.connect = refuse;
dns.lookup = refuse;
dns.promises.lookup = refuse;
