/**
 * An OpenID Connect provider (OpenID Connect Discovery 1.0). The client's redirect URI there is
 * `/api/auth/callback/google`.
 */
export interface OpenIdSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Base URL of the discovery document. */
  readonly issuer: string;
}

/** An OAuth 2 provider with a user info endpoint instead of ID tokens. */
export interface OAuth2Settings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string;
}

/** The configured providers; others are not offered. */
export interface FederatedSettings {
  readonly google?: OpenIdSettings;
  readonly facebook?: OAuth2Settings;
}
