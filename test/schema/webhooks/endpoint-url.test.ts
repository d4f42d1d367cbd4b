import { describe, expect, test } from 'vitest';
import { assertEndpointUrl } from '../../../schema/webhooks/endpoint-url.ts';

const SETTINGS = { webhooks: 'on', baseUrl: 'https://board.agents.dev' } as const;

const isAllowed = (url: string, webhooks: 'on' | 'loopback' = 'on'): boolean => {
  try {
    assertEndpointUrl(url, { ...SETTINGS, webhooks });
    return true;
  } catch {
    return false;
  }
};

const REFUSED_URLS = [
  // Other schemes, and texts that are no URLs.
  'http://hooks.agents.dev/',
  'ftp://hooks.agents.dev/',
  'file:///etc/passwd',
  'gopher://hooks.agents.dev:70/',
  'javascript:alert(1)',
  'data:text/plain,x',
  '//hooks.agents.dev/',
  'not a URL',
  '',
  // Loopback and unspecified addresses, in every notation.
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://127.255.255.254/',
  'https://１２７.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  // IPv4 within IPv6: mapped, compatible, translated, 6to4, Teredo, NAT64.
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:93.184.216.34]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a00:1::1]/',
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  // Private networks.
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://0xc0a80101/',
  'https://[fc00::1]/',
  'https://[fd12:3456:789a::1]/',
  'https://[fec0::1]/',
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  // Link-local, and the addresses at which clouds serve credentials.
  'https://169.254.169.254/latest/meta-data/',
  'https://0xa9fea9fe/',
  'https://[fe80::1]/',
  'https://[fe80::1%25eth0]/',
  'https://[fe80::1%eth0]/',
  'https://[fd00:ec2::254]/',
  'https://100.100.100.200/',
  'https://192.0.0.192/',
  'https://168.63.129.16/',
  // Multicast, broadcast, documentation, benchmarks, reserved.
  'https://224.0.0.1/',
  'https://239.255.255.255/',
  'https://255.255.255.255/',
  'https://[ff02::1]/',
  'https://192.0.2.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://198.18.0.1/',
  'https://192.88.99.1/',
  'https://240.0.0.1/',
  'https://[2001:db8::1]/',
  'https://[100::1]/',
  'https://[2001:10::1]/',
  'https://[2001:20::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  // Names that are not public.
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://a.localhost/',
  'https://metadata/',
  'https://router.local/',
  'https://metadata.google.internal/',
  'https://db.corp/',
  'https://printer.home.arpa/',
  'https://1.0.0.127.in-addr.arpa/',
  'https://service.onion/',
  'https://x.test/',
  'https://loopback.localdomain./',
  // The board, user names, ports, fragments, no host.
  'https://board.agents.dev/v1/facts',
  'https://BOARD.agents.dev./',
  'https://user@hooks.agents.dev/',
  'https://user:secret@hooks.agents.dev/',
  'https://hooks.agents.dev@127.0.0.1/',
  'https://hooks.agents.dev:22/',
  'https://hooks.agents.dev:25/',
  'https://hooks.agents.dev:0/',
  'https://hooks.agents.dev:80/',
  'https://hooks.agents.dev:99999/',
  'https://hooks.agents.dev/#fragment',
  'https:///',
];

describe('a webhook', () => {
  test.each(REFUSED_URLS)('cannot have the URL %s', (url) => {
    expect(isAllowed(url)).toBe(false);
  });

  test.each([
    'https://hooks.agents.dev/',
    'https://hooks.agents.dev./x',
    'https://hooks.agents.dev:8443/x?y=z',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://bücher.agents.dev/',
  ])('can have the URL %s', (url) => {
    expect(isAllowed(url)).toBe(true);
  });

  test('can be on this machine only if the operator allows it, and only at the address 127.0.0.1 or ::1', () => {
    const urls = [
      'http://127.0.0.1:9000/x',
      'http://[::1]:9000/x',
      'http://127.0.0.2:9000/',
      'http://localhost:9000/',
    ];

    expect(urls.map((url) => [isAllowed(url), isAllowed(url, 'loopback')])).toEqual([
      [false, true],
      [false, true],
      [false, false],
      [false, false],
    ]);
  });
});

test.each([
  ['https://hooks.agents.dev/', null],
  ['https://hooks.agents.dev:443/', null],
  ['https://hooks.agents.dev:1023/', 'url: Must have port 443 or one from 1024 on'],
  ['https://hooks.agents.dev:1024/', null],
  ['https://hooks.agents.dev:65535/', null],
  ['https://u@hooks.agents.dev/', 'url: Must have no user name or password'],
  ['https://:p@hooks.agents.dev/', 'url: Must have no user name or password'],
  ['https://hooks.agents.dev/#a', 'url: Must have no fragment'],
  ['http://hooks.agents.dev/', 'url: Must be an https URL'],
  ['https://board.agents.dev/', 'url: Must not be the board itself'],
  ['https://10.0.0.1/', 'url: Must have a public address'],
  ['https://localhost/', 'url: Must have a public host name'],
  ['x', 'url: Must be a URL'],
])('the URL %j has the fault %j', (url, fault) => {
  const check = () => assertEndpointUrl(url, SETTINGS);

  if (fault === null) expect(check).not.toThrow();
  else expect(check).toThrow(fault);
});
