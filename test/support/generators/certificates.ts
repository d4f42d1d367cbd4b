import { createECDH, generateKeyPairSync } from 'node:crypto';

/** A length in DER: below 128 one byte; otherwise 0x80 plus the number of bytes that the length takes, then these bytes. */
function encodeLength(length: number): readonly number[] {
  if (length < 128) return [length];
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

/** An element in DER: its tag, its length and its content. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...encodeLength(content.length)]), content]);
};

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

const ECDSA_WITH_SHA256 = hex('300a06082a8648ce3d040302');
// Object identifiers.
const EC_PUBLIC_KEY_ID = hex('06072a8648ce3d0201');
const SECT571R1_ID = hex('06052b81040027');
const COMMON_NAME_ID = hex('0603550403');

const nameOf = (text: string): Buffer =>
  sequence(der(0x31, sequence(COMMON_NAME_ID, der(0x0c, Buffer.from(text)))));
const time = (text: string): Buffer => der(0x17, Buffer.from(text));

/** A certificate with an invalid signature. Only its verification, which is expensive, shows that. */
function createCertificate(subject: string, issuer: string, publicKey: Uint8Array): string {
  const content = sequence(
    integer(1),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(time('250101000000Z'), time('300101000000Z')),
    nameOf(subject),
    publicKey,
  );
  const signature = der(0x03, Buffer.from([0]), sequence(integer(7), integer(5)));
  const base64 = sequence(content, ECDSA_WITH_SHA256, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}

/** The key of a TLS server, and a chain of small certificates whose signatures take milliseconds to check. */
export function createExpensiveChain(length: number): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const point = Buffer.from(createECDH('sect571r1').generateKeys('hex', 'compressed'), 'hex');
  const expensiveKey = sequence(sequence(EC_PUBLIC_KEY_ID, SECT571R1_ID), der(0x03, Buffer.from([0]), point));
  const certificates = Array.from({ length }, (_, i) =>
    createCertificate(
      String(i),
      String(Math.min(i + 1, length - 1)),
      i === 0 ? publicKey.export({ type: 'spki', format: 'der' }) : expensiveKey,
    ),
  );
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: certificates.join(''),
  };
}
