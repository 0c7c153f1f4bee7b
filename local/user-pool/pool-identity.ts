import { localSettings } from "../local-settings";

export const userPoolId = localSettings.USER_POOL_ID;
export const clientId = localSettings.USER_POOL_CLIENT_ID;
export const region = userPoolId.slice(0, userPoolId.indexOf("_"));

/** Hosts under which Cognito serves a pool; tokens carry the first. */
export const apiHost = `cognito-idp.${region}.amazonaws.com`;
export const issuerHost = `issuer-cognito-idp.${region}.amazonaws.com`;
export const issuer = `https://${apiHost}/${userPoolId}`;
export const jwksPath = `/${userPoolId}/.well-known/jwks.json`;
