import { localSettings } from "../local-settings";

export const userPoolId = localSettings.USER_POOL_ID;
export const clientId = localSettings.USER_POOL_CLIENT_ID;
export const identityPoolId = localSettings.IDENTITY_POOL_ID;
export const relyingPartyId = localSettings.PASSKEY_DOMAIN;
export const region = userPoolId.slice(0, userPoolId.indexOf("_"));

/** Cognito serves a pool at both hosts; tokens carry the first. */
export const apiHost = `cognito-idp.${region}.amazonaws.com`;
export const issuerHost = `issuer-cognito-idp.${region}.amazonaws.com`;
export const identityHost = `cognito-identity.${region}.amazonaws.com`;
/** The pool's domain, where browsers sign in at other providers. */
export const domainHost = new URL(localSettings.USER_POOL_DOMAIN).hostname;
export const providerName = `${apiHost}/${userPoolId}`;
export const issuer = `https://${providerName}`;
export const jwksPath = `/${userPoolId}/.well-known/jwks.json`;
