import { isRandomLike } from '../checks/tokens.ts'
import { type Kind, literal, token } from './kind.ts'

// Credentials of clouds and hosts.
export const CLOUD: readonly Kind[] = Object.freeze([
  {
    row: 81,
    name: 'aws_access_key',
    how: 'validated',
    secret: true,
    rules: [literal('akia|asia|abia|acca', /(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/y)],
  },
  {
    row: 81,
    name: 'aws_secret_key',
    how: 'context',
    secret: true,
    words: ['aws', 'secret_access_key', 'secret_key', 'aws_secret', 'secretaccesskey'],
    keys: ['secret_access_key', 'aws_secret_access_key', 'aws_secret_key'],
    value: /\S/,
    rules: [
      token({
        first: 'A-Za-z0-9+/',
        min: 1,
        pattern: /[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/y,
        near: true,
        validate: (text) => isRandomLike(text) && !/^[0-9a-f]{40}$/i.test(text),
      }),
    ],
  },
  {
    row: 81,
    name: 'aws_session_token',
    how: 'validated',
    secret: true,
    rules: [
      literal(
        'iqojb3jpz2lu|fwogzxivyxdz|fqogzxivyxdz|aqodyxdz',
        /(?:IQoJb3JpZ2lu|FwoGZXIvYXdz|FQoGZXIvYXdz|AQoDYXdz)[A-Za-z0-9+/=]{20,4096}/y,
      ),
    ],
  },
  {
    row: 81,
    name: 'aws_bedrock_key',
    how: 'validated',
    secret: true,
    rules: [
      literal('absk', /ABSK[A-Za-z0-9+/]{40,200}={0,2}/y),
      literal('bedrock-api-key-', /bedrock-api-key-[A-Za-z0-9+/_-]{20,4096}={0,2}/y),
    ],
  },
  {
    row: 82,
    name: 'presigned_url',
    how: 'validated',
    secret: true,
    rules: [
      literal(
        'x-amz-signature|x-amz-security-token|x-amz-credential|x-goog-signature|x-goog-credential',
        /X-(?:Amz|Goog)-(?:Signature|Security-Token|Credential)(?:=|%3D)([^&\s"'<>\\]{4,4096})/iy,
      ),
      literal('sig', /sig(?:=|%3D)([A-Za-z0-9%+/]{40,120}(?:%3D|=){0,2})/iy),
      literal(
        'awsaccesskeyid|signature',
        /(?:AWSAccessKeyId|Signature)=([A-Za-z0-9%+/=]{16,600})(?=$|[&\s"'<>\\])/y,
      ),
    ],
  },
  {
    row: 83,
    name: 'gcp_api_key',
    how: 'validated',
    secret: true,
    rules: [literal('aiza', /AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/y)],
  },
  {
    row: 83,
    name: 'gcp_oauth',
    how: 'validated',
    secret: true,
    rules: [
      literal('ya29.', /ya29\.[A-Za-z0-9_-]{20,2048}/y),
      literal('gocspx-', /GOCSPX-[A-Za-z0-9_-]{28}/y),
      literal('1//0', /1\/\/0[A-Za-z0-9_-]{30,200}/y),
    ],
  },
  {
    row: 84,
    name: 'azure_storage_key',
    how: 'validated',
    secret: true,
    words: ['azure', 'accountkey', 'storage_key', 'account_key'],
    rules: [
      literal(
        'accountkey=|sharedaccesskey=|sharedaccesssignature=',
        /(?:AccountKey|SharedAccessKey|SharedAccessSignature)=([A-Za-z0-9+/%=&._-]{20,512})/iy,
      ),
      token({ first: 'A-Za-z0-9+/', min: 1, pattern: /[A-Za-z0-9+/]{86}==/y, near: true }),
    ],
  },
  {
    row: 84,
    name: 'azure_client_secret',
    how: 'validated',
    secret: true,
    rules: [
      literal('q~', /[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/y, {
        lead: /[A-Za-z0-9_~.-]{4}$/,
      }),
    ],
  },
  {
    row: 85,
    name: 'cloudflare_token',
    how: 'context',
    secret: true,
    words: ['cloudflare', 'cf_api', 'cloudflare_api'],
    rules: [
      token({
        first: 'A-Za-z0-9_',
        min: 1,
        pattern: /[A-Za-z0-9_-]{40}(?![A-Za-z0-9_-])/y,
        near: true,
        validate: isRandomLike,
      }),
      token({ first: '0-9a-f', min: 37, pattern: /[0-9a-f]{37}(?![0-9a-z])/y, near: true }),
      literal('v1.0-', /v1\.0-[0-9a-f]{24}-[0-9a-f]{146}/y),
      literal('cfut_|cfat_|cfk_', /cf(?:ut|at|k)_[A-Za-z0-9_-]{40,64}/y),
    ],
  },
  {
    row: 85,
    name: 'digitalocean_token',
    how: 'validated',
    secret: true,
    rules: [literal('dop_v1_|doo_v1_|dor_v1_', /do[opr]_v1_[0-9a-f]{64}/y)],
  },
  {
    row: 85,
    name: 'alibaba_key',
    how: 'validated',
    secret: true,
    rules: [literal('ltai', /LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])/y)],
  },
  {
    row: 85,
    name: 'heroku_key',
    how: 'context',
    secret: true,
    words: ['heroku', 'heroku_api'],
    rules: [
      literal('hrku-', /HRKU-[A-Za-z0-9_-]{36,64}/y),
      token({
        first: '0-9a-f',
        min: 8,
        pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/y,
        near: true,
      }),
    ],
  },
  {
    row: 85,
    name: 'fly_token',
    how: 'validated',
    secret: true,
    rules: [literal('fm1r_|fm2_|fo1_', /(?:FlyV1 )?(?:fm1r_|fm2_|fo1_)[A-Za-z0-9+/=_,-]{30,2048}/y)],
  },
  {
    row: 85,
    name: 'netlify_token',
    how: 'validated',
    secret: true,
    rules: [literal('nfp_|nfc_|nfo_|nfu_|nfb_', /nf[pcoub]_[A-Za-z0-9]{36}(?![A-Za-z0-9])/y)],
  },
  {
    row: 85,
    name: 'vercel_token',
    how: 'context',
    secret: true,
    words: ['vercel'],
    rules: [
      literal('vcp_|vci_|vca_|vcr_|vck_', /vc[piark]_[A-Za-z0-9]{24,64}/y),
      token({
        first: 'A-Za-z0-9',
        min: 24,
        pattern: /[A-Za-z0-9]{24}(?![A-Za-z0-9])/y,
        near: true,
        validate: isRandomLike,
      }),
    ],
  },
  {
    row: 85,
    name: 'yandex_token',
    how: 'validated',
    secret: true,
    rules: [
      literal('aqvn|ycaj|ycn', /(?:AQVN[A-Za-z0-9_-]{35,38}|YC[A-Za-z0-9_-]{23,38})(?![A-Za-z0-9_-])/y),
      literal('y0_|y1_|y2_|y3_', /y[0-3]_[A-Za-z0-9_-]{50,64}/y),
      literal('t1.', /t1\.[A-Za-z0-9_-]{20,512}={0,2}\.[A-Za-z0-9_-]{86}={0,2}/y),
    ],
  },
  {
    row: 85,
    name: 'ibm_cloud_key',
    how: 'context',
    secret: true,
    words: ['ibm', 'ibm_cloud', 'ibmcloud', 'bluemix'],
    rules: [
      token({
        first: 'A-Za-z0-9_',
        min: 1,
        pattern: /[A-Za-z0-9_-]{44}(?![A-Za-z0-9_-])/y,
        near: true,
        validate: isRandomLike,
      }),
    ],
  },
  {
    row: 85,
    name: 'oci_key',
    how: 'context',
    secret: true,
    words: ['oci', 'oci_auth', 'oracle_cloud'],
    rules: [token({ first: 'A-Za-z0-9+/', min: 1, pattern: /[A-Za-z0-9+/]{43}=/y, near: true })],
  },
  {
    row: 85,
    name: 'magalu_key',
    how: 'key',
    secret: true,
    keys: [
      'magalu_api_key',
      'mgc_api_key',
      'magalu_key',
      'mgc_key',
      'mgc_secret_key',
      'mgc_key_secret',
      'mgc_key_id',
    ],
    value: /\S/,
    words: ['mgc_api_key', 'magalu', 'mgc_key'],
    rules: [
      token({
        first: '0-9a-f',
        min: 8,
        pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/y,
        near: true,
      }),
    ],
  },
] as const)
