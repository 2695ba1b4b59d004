/** An OpenID Connect provider (OpenID Connect Discovery 1.0); the client is registered there with `/api/auth/callback/google`. */
export interface OpenIdSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Its discovery document is found below it. */
  readonly issuer: string;
}

/** An OAuth 2 provider without ID tokens, with an address that says who an access token is of. */
export interface OAuth2Settings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string;
}

/** Which of them the operator has set up; others are not offered. */
export interface FederatedSettings {
  readonly google?: OpenIdSettings;
  readonly facebook?: OAuth2Settings;
}
