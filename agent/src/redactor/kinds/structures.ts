import { isJwt, isNkeySeed, isRandomLike } from '../checks/tokens.ts'
import { type Kind, literal, type Starts, token } from './kind.ts'

const structural = (row: number, name: string, rules: Kind['rules'] = []): Kind => ({
  row,
  name,
  how: 'validated',
  secret: true,
  rules,
})

// A credential has more in it than a word.
const isCredential = (text: string) => /\d|[A-Z].*[a-z]|[=+/]/.test(text)
// What `Basic` carries decodes to a name and a password.
const isBasic = (text: string) => Buffer.from(text, 'base64').toString('latin1').includes(':')

const JWT_PART = /[A-Za-z0-9_-]*/y
const MAX_BLOCK = 8300

// The header of a token ends with the run that it stands in, at a point with more behind it.
function findJwtStarts(text: string, failedAt: number): Starts {
  JWT_PART.lastIndex = failedAt
  JWT_PART.test(text)
  const end = JWT_PART.lastIndex
  return { from: /^\.[A-Za-z0-9_-]{2}/.test(text.slice(end, end + 3)) ? end - 4100 : end, end }
}

// A block begins only so far before its last line.
function startsBefore(last: RegExp): (text: string, failedAt: number) => Starts {
  return (text, failedAt) => {
    last.lastIndex = failedAt
    const end = last.exec(text)?.index ?? text.length
    return { from: end - MAX_BLOCK, end }
  }
}

// Secrets known by the form around them. Those without a rule here are found by the structure of fields, by headers, URLs
// and assignments; they stand in the table because answers count them.
export const STRUCTURES: readonly Kind[] = Object.freeze([
  structural(100, 'jwt', [
    literal('eyj', /eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{2,16384}(?:\.[A-Za-z0-9_-]{0,8192}){0,3}/y, {
      validate: isJwt,
      findStarts: findJwtStarts,
    }),
  ]),
  structural(101, 'private_key', [
    literal(
      '-----begin ',
      /-----BEGIN (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|PKCS12|PGP MESSAGE|USER NKEY SEED|[A-Z]{1,12} NKEY SEED|ENCRYPTED [A-Z ]{0,20}KEY)-----(?:[^-]|-(?!----)){0,16384}(?:-----END [A-Z0-9 ]{0,60}-----)?/y,
    ),
    literal('putty-user-key-file', /PuTTY-User-Key-File-\d: [\s\S]{0,8192}?Private-MAC: [0-9a-f]{32,64}/y, {
      findStarts: startsBefore(/Private-MAC: [0-9a-f]{32}/g),
    }),
    literal('openssh-key-v1', /openssh-key-v1\0[\s\S]{20,16384}/y),
    literal('b3blbnnzac1rzxktdje', /b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=\s]{40,16384}/y),
    literal(
      'miievqibada|miieowibaak|miieoqibaak|miijqwibada|miijkqibaak|mhcca',
      /M(?:IIE|IIJ|HcCA)[A-Za-z0-9+/=\s]{100,16384}/y,
    ),
  ]),
  structural(101, 'wireguard_key', [
    literal('privatekey|presharedkey', /(?:PrivateKey|PresharedKey)\s{0,4}=\s{0,4}([A-Za-z0-9+/]{43}=)/iy),
  ]),
  structural(101, 'nats_nkey', [
    token({
      first: 'S',
      min: 58,
      max: 58,
      pattern: /S[AOUNCX][A-Z2-7]{56}(?![A-Za-z0-9])/y,
      validate: isNkeySeed,
    }),
  ]),
  structural(101, 'nats_creds', [
    literal(
      '-----begin nats user jwt',
      /-----BEGIN NATS USER JWT-----[\s\S]{0,8192}?(?:------END USER NKEY SEED------|$)/y,
      { findStarts: startsBefore(/------END USER NKEY SEED------|$/g) },
    ),
  ]),
  structural(102, 'url_userinfo'),
  structural(102, 'url_secret'),
  structural(103, 'connection_string', [
    literal('jdbc:oracle:thin:', /jdbc:oracle:thin:([^\s/@]{1,64}\/[^\s@]{1,128})(?=@)/y),
  ]),
  structural(104, 'authorization', [
    // `curl -u user:password`
    literal('-u ', /-u ['"]?[^\s:'"]{1,64}:([^\s'"]{1,256})/y),
    literal('--user ', /--user[ =]['"]?[^\s:'"]{1,64}:([^\s'"]{1,256})/y),
    literal('bearer ', /bearer\s{1,4}([A-Za-z0-9+/=._~:-]{8,8192})/iy, { validate: isCredential }),
    literal('basic ', /basic\s{1,4}([A-Za-z0-9+/=]{8,4096})/iy, { validate: isBasic }),
    literal('token |apikey ', /(?:token|apikey)\s{1,4}([A-Za-z0-9+/=._~:-]{12,8192})/iy, {
      validate: isRandomLike,
    }),
    literal('aws4-hmac-sha256 ', /AWS4-HMAC-SHA256 (Credential=[^\r\n"']{20,1024})/y),
    literal('digest username', /Digest (username=[^\r\n']{20,1024})/iy),
    literal('oauth oauth_', /OAuth (oauth_[^\r\n']{20,1024})/iy),
  ]),
  structural(104, 'cookie'),
  structural(104, 'header_secret'),
  structural(105, 'k8s_secret_data'),
  structural(105, 'last_applied_configuration'),
  structural(105, 'helm_release'),
  structural(105, 'registry_auth'),
  structural(105, 'env_value'),
  structural(105, 'kubeconfig_key'),
  structural(106, 'password_hash', [
    literal('$2a$|$2b$|$2y$|$2x$', /\$2[abxy]\$\d{2}\$[A-Za-z0-9./]{53}/y),
    literal('$argon2', /\$argon2(?:id|i|d)\$[A-Za-z0-9$+/=,]{20,300}/y),
    literal(
      '$1$|$5$|$6$|$7$|$y$|$apr1$|$sha1$',
      /\$(?:1|5|6|7|y|apr1|sha1)\$(?:[A-Za-z0-9=./]{1,40}\$){1,3}[A-Za-z0-9./]{22,128}/y,
    ),
    literal('pbkdf2', /(?:django_)?pbkdf2[_:-]sha(?:1|256|512)\$?[$:][A-Za-z0-9$:+/=.]{20,300}/iy),
    literal(
      '{ssha}|{sha}|{ssha512}|{smd5}|{crypt}',
      /\{(?:SSHA(?:256|512)?|SHA|SMD5|CRYPT)\}[A-Za-z0-9+/=$.]{16,200}/iy,
    ),
    literal(
      '$scrypt$|$s0$|scram-sha-256$',
      /(?:\$scrypt\$|\$s0\$|SCRAM-SHA-256\$)[A-Za-z0-9$+/=,:]{20,300}/iy,
    ),
  ]),
  structural(106, 'npmrc_token', [
    literal(
      '_authtoken|_auth|_password',
      /_(?:authToken|auth|password)\s{0,2}=\s{0,2}["']?([^\s"']{6,1024})/y,
    ),
  ]),
  structural(106, 'netrc', [
    literal('machine ', /machine \S{1,200}\s{1,8}login \S{1,200}\s{1,8}password (\S{1,200})/y),
  ]),
  structural(106, 'pgpass', [
    literal(':5432:|:6432:', /:[56]432:[^:\s]{1,63}:[^:\s]{1,63}:([^\s:]{1,128})(?=\s|$)/y),
  ]),
  structural(106, 'snmp_community', [
    literal(
      'snmp-server community|rocommunity|rwcommunity|community',
      /(?:snmp-server community|r[ow]community6?) (\S{1,64})/iy,
    ),
  ]),
  structural(106, 'otp_seed', [literal('otpauth://', /otpauth:\/\/[ht]otp\/[^\s"'<>]{1,400}/iy)]),
  structural(106, 'oauth_code', [
    literal(
      'code|refresh_token|id_token|device_code',
      /(?:[?&]|\b)(?:code|refresh_token|id_token|device_code)=([A-Za-z0-9%/._~+-]{16,2048})(?=$|[&\s"'<>#\\])/y,
    ),
  ]),
  structural(106, 'saml', [
    literal(
      'samlresponse|samlrequest',
      /SAML(?:Response|Request)(?:=|%3D|["']\s{0,2}value=["'])([A-Za-z0-9%+/=]{40,65536})/iy,
    ),
    literal('<saml', /<saml2?p?:(?:Assertion|Response)[\s\S]{20,32768}/y),
  ]),
  structural(107, 'sql_literal'),
  structural(107, 'sql_password', [
    literal(
      'password |identified by |with password ',
      /(?:WITH (?:ENCRYPTED )?PASSWORD|PASSWORD|IDENTIFIED (?:WITH [\w'"]{1,40} )?BY(?: PASSWORD)?) {1,3}'((?:[^'\n]|''){1,256})(?=')/iy,
    ),
  ]),
  structural(108, 'password', [
    // Tools that take a password as an argument of one letter.
    literal('sshpass -p', /sshpass -p ?["']?([^\s"']{1,256})/y),
    literal('requirepass |masterauth ', /(?:requirepass|masterauth) {1,4}["']?([^\s"']{1,256})/iy),
    literal('login ', /login (?:[^\n|;&]{0,256} )?-p(?:[ =]["']?|["'])([^\s"'-][^\s"']{0,1023})/y),
    literal(
      'ldap',
      /ldap(?:search|add|modify|modrdn|delete|compare|whoami|passwd|exop)(?: [^\n|;&]{0,512})? -w ?["']?([^\s"'-][^\s"']{0,255})/y,
    ),
    literal('redis-cli ', /redis-cli(?: -[hpnu] \S{1,200}){0,4} -a ["']?([^\s"']{1,256})/y),
    literal(
      'mysql|mariadb',
      /(?:mysql|mariadb)(?:dump|admin)?(?: -{1,2}[\w-]{1,32}(?:[= ][^\s-]\S{0,128})?){0,8} -p["']?([^\s"'-][^\s"']{0,255})/y,
    ),
  ]),
  structural(108, 'vedette_token', [
    literal('vdt_|vdj_|vdc_', /vd[tjc]_(?:[A-Za-z0-9_-]{43}|[A-Za-z0-9_-]{32})(?![A-Za-z0-9_-])/y),
  ]),
  structural(108, 'secret'),
  structural(108, 'token'),
  structural(108, 'api_key'),
  structural(108, 'access_key'),
  structural(108, 'credentials'),
  structural(108, 'generic_secret'),
  structural(108, 'undecoded'),
  structural(108, 'custom'),
] as const)
