// Encrypts and authenticates the frames of a backup with AES-256-GCM.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';

/**
 * The first line of a backup, as JSON. Without a passphrase it contains the key, and the tags of the frames are only
 * checksums. With one, the key is derived from the passphrase and the salt.
 */
export interface BackupHeader {
  readonly format: 'agent-board backup';
  readonly version: 1;
  readonly key?: string;
  readonly salt?: string;
}

const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Bytes that `seal` adds. */
export const TAG_BYTES = 16;

/** Returns a header with a new salt if the backup is encrypted, otherwise with a new key. */
export const createHeader = (isEncrypted: boolean): BackupHeader => ({
  format: 'agent-board backup',
  version: 1,
  ...(isEncrypted
    ? { salt: randomBytes(SALT_BYTES).toString('base64url') }
    : { key: randomBytes(KEY_BYTES).toString('base64url') }),
});

/** Each derivation takes 128 MB and a third of a second, so guessing passphrases is expensive. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };

/** Returns the key of the header, or derives it from the passphrase. */
export function deriveKey({ key, salt = '' }: BackupHeader, passphrase = ''): Promise<Buffer> {
  if (key !== undefined) return Promise.resolve(Buffer.from(key, 'base64url'));
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(passphrase, Buffer.from(salt, 'base64url'), KEY_BYTES, SCRYPT, (error, derived) => {
    if (error) reject(error);
    else resolve(derived);
  });
  return promise;
}

/** Seals or opens the frames of one backup, in their order. Each frame also authenticates the header and the frame's number. */
export class FrameCipher {
  readonly #key: Buffer;
  readonly #header: Buffer;
  #frames = 0n;

  constructor(key: Buffer, header: Buffer) {
    this.#key = key;
    this.#header = header;
  }

  /** A key is used for one file only, so the number of the frame is a unique nonce. */
  #nextNonce(): Buffer {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(this.#frames++, 4);
    return nonce;
  }

  seal(frame: Buffer): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, this.#nextNonce()).setAAD(this.#header);
    return Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws if the frame was not sealed with this key, this header and this number. */
  open(sealed: Buffer): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, this.#nextNonce(), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(this.#header)
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  }
}
