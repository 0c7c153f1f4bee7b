import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { PasswordPolicy } from "../../shared/session/password-setting";

const root = fileURLToPath(new URL("../../", import.meta.url));

type Part = Record<string, unknown>;
type Template = {
	Parameters: Record<string, { Default: string | number }>;
	Conditions: Part;
	Resources: Record<string, { Type: string; Properties: Part }>;
	Outputs: Record<string, { Description: string; Value: unknown }>;
};
const template: Template = JSON.parse(readFileSync(`${root}docs/cognito.json`, "utf8"));

/** The value of a condition with these parameters; the template uses Equals and Not only. */
function holds(condition: unknown, parameters: Part): boolean {
	const [[operator, operands]] = Object.entries(condition as Record<string, unknown[]>) as [[string, unknown[]]]; // CloudFormation's form
	if (operator === "Fn::Not") return !holds(operands[0], parameters);
	if (operator !== "Fn::Equals") throw new Error(`Unexpected ${operator}`);
	const [left, right] = operands.map((operand) => resolve(operand, parameters));
	return left === right;
}

/** Replaces parameters and conditions; references to resources stay. */
function resolve(value: unknown, parameters: Part): unknown {
	if (Array.isArray(value)) return value.map((item) => resolve(item, parameters));
	if (typeof value !== "object" || value === null) return value;
	const [[key, argument] = ["", null]] = Object.entries(value);
	if (key === "Ref" && typeof argument === "string" && argument in parameters) return parameters[argument];
	if (key === "Fn::If") {
		const [condition, whenTrue, whenFalse] = argument as [string, unknown, unknown]; // CloudFormation's form
		return resolve(holds(template.Conditions[condition], parameters) ? whenTrue : whenFalse, parameters);
	}
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, parameters)]));
}

function propertiesOf(resource: string, changed: Part = {}): Part {
	const defaults = Object.entries(template.Parameters).map(([name, parameter]) => [name, parameter.Default]);
	const properties = template.Resources[resource]?.Properties;
	return resolve(properties, { ...Object.fromEntries(defaults), ...changed }) as Part; // an object resolves to one
}

const noValue = { Ref: "AWS::NoValue" };

describe("the template of docs/identity.md", () => {
	it("makes an app client that the console can sign in, refresh and sign out with", () => {
		expect(propertiesOf("UserPoolClient")).toMatchObject({
			ExplicitAuthFlows: ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
			EnableTokenRevocation: true,
			PreventUserExistenceErrors: "ENABLED",
			GenerateSecret: false,
			RefreshTokenRotation: { Feature: "DISABLED" },
			AccessTokenValidity: 60,
			IdTokenValidity: 60,
			TokenValidityUnits: { AccessToken: "minutes", IdToken: "minutes", RefreshToken: "days" },
		});
	});

	it("makes a pool that takes passkeys as both steps, with the flow that they need, only for a domain that is named", () => {
		const none = propertiesOf("UserPool");
		expect(none.WebAuthnRelyingPartyID).toEqual(noValue);
		expect(none).toMatchObject({ Policies: { SignInPolicy: { AllowedFirstAuthFactors: ["PASSWORD"] } } });
		const named = { PasskeyDomain: "example.com" };
		expect(propertiesOf("UserPool", named)).toMatchObject({
			WebAuthnRelyingPartyID: "example.com",
			WebAuthnUserVerification: "required",
			WebAuthnFactorConfiguration: "MULTI_FACTOR_WITH_USER_VERIFICATION",
			Policies: { SignInPolicy: { AllowedFirstAuthFactors: ["PASSWORD", "WEB_AUTHN"] } },
		});
		for (const Rotation of ["on", "off"]) {
			expect(propertiesOf("UserPoolClient", { ...named, Rotation }).ExplicitAuthFlows).toContain("ALLOW_USER_AUTH");
		}
	});

	it("drops the flow that rotation forbids, and gives tabs time to take turns", () => {
		expect(propertiesOf("UserPoolClient", { Rotation: "on" })).toMatchObject({
			ExplicitAuthFlows: ["ALLOW_USER_PASSWORD_AUTH"],
			RefreshTokenRotation: { Feature: "ENABLED", RetryGracePeriodSeconds: 60 },
		});
		expect(template.Parameters.RotationGraceSeconds).toMatchObject({ MinValue: 30, MaxValue: 60 });
		expect(template.Parameters.AccessTokenMinutes).toMatchObject({ MinValue: 15, MaxValue: 60 });
	});

	it("takes the list of providers as it is given, so that an update of the stack drops none", () => {
		expect(template.Parameters.IdentityProviders).toMatchObject({ Type: "CommaDelimitedList", Default: "COGNITO" });
		const IdentityProviders = ["COGNITO", "sso-acme0001", "sso-bolt0001"];
		const given = { IdentityProviders, DomainPrefix: "acme", ConsoleUrls: ["https://a.example/login/sso"] };
		expect(propertiesOf("UserPoolClient", given)).toMatchObject({
			SupportedIdentityProviders: IdentityProviders,
			AllowedOAuthFlowsUserPoolClient: true,
			AllowedOAuthFlows: ["code"],
			AllowedOAuthScopes: ["openid", "email", "profile", "aws.cognito.signin.user.admin"],
			CallbackURLs: ["https://a.example/login/sso"],
		});
		expect(propertiesOf("UserPoolClient")).toMatchObject({
			AllowedOAuthFlowsUserPoolClient: false,
			AllowedOAuthFlows: noValue,
		});
		expect(template.Resources.UserPoolDomain).toMatchObject({ Condition: "HasDomain" });
	});

	it("sends Cognito the visitor's address only where a client secret lets it", () => {
		for (const [secret, isOn] of [["off", false] as const, ["on", true] as const]) {
			expect(propertiesOf("UserPoolClient", { ClientSecret: secret })).toMatchObject({
				GenerateSecret: isOn,
				EnablePropagateAdditionalUserContextData: isOn,
			});
		}
	});

	it("makes a pool of e-mail addresses with an optional authenticator and without remembered devices", () => {
		const pool = propertiesOf("UserPool");
		expect(pool).toMatchObject({
			UsernameAttributes: ["email"],
			AutoVerifiedAttributes: ["email"],
			UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ["email"] },
			MfaConfiguration: "OPTIONAL",
			EnabledMfas: ["SOFTWARE_TOKEN_MFA"],
			AccountRecoverySetting: { RecoveryMechanisms: [{ Name: "verified_email", Priority: 1 }] },
			AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
		});
		expect(pool).not.toHaveProperty("DeviceConfiguration");
		expect(propertiesOf("UserPool", { SelfSignUp: "off" })).toMatchObject({
			AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
		});
	});

	it.each([
		["SignedInRole", "authenticated", "ApiArn"],
		["GuestRole", "unauthenticated", "GuestApiArn"],
	])(
		"lets %s be taken by this identity pool's %s people alone, for the API named and nothing else",
		(role, kind, arn) => {
			const properties = propertiesOf(role);
			expect(properties.AssumeRolePolicyDocument).toEqual({
				Version: "2012-10-17",
				Statement: [
					{
						Effect: "Allow",
						Principal: { Federated: "cognito-identity.amazonaws.com" },
						Action: "sts:AssumeRoleWithWebIdentity",
						Condition: {
							StringEquals: { "cognito-identity.amazonaws.com:aud": { Ref: "IdentityPool" } },
							"ForAnyValue:StringLike": { "cognito-identity.amazonaws.com:amr": kind },
						},
					},
				],
			});
			expect(properties.Policies).toEqual(noValue);
			const api = "arn:aws:execute-api:eu-west-1:123456789012:abc123/prod/*";
			expect(propertiesOf(role, { [arn]: api }).Policies).toMatchObject([
				{ PolicyDocument: { Statement: [{ Effect: "Allow", Action: "execute-api:Invoke", Resource: api }] } },
			]);
			expect(propertiesOf("IdentityPoolRoles").Roles).toMatchObject({ [kind]: { "Fn::GetAtt": [role, "Arn"] } });
		},
	);

	it("lets guests in or not, and asks the user pool whether a token still counts", () => {
		expect(propertiesOf("IdentityPool")).toMatchObject({
			AllowUnauthenticatedIdentities: true,
			AllowClassicFlow: false,
			CognitoIdentityProviders: [{ ClientId: { Ref: "UserPoolClient" }, ServerSideTokenCheck: true }],
		});
		expect(propertiesOf("IdentityPool", { GuestAccess: "off" })).toMatchObject({
			AllowUnauthenticatedIdentities: false,
		});
	});

	it("prints each output under the name of the setting it is for, and no secret", () => {
		const { vars } = readConfig({ config: `${root}wrangler.toml` });
		const outputs = Object.values(template.Outputs);
		const names = outputs.map(({ Description }) => Description);
		expect(names).toEqual(["USER_POOL_ID", "USER_POOL_CLIENT_ID", "IDENTITY_POOL_ID", "PASSWORD_POLICY"]);
		expect(Object.keys(vars)).toEqual(expect.arrayContaining(names.slice(0, 3)));
		expect(JSON.stringify(outputs)).not.toContain("ClientSecret");
		const { Value } = outputs.at(-1) ?? { Value: null };
		const text = JSON.stringify(Value);
		expect(text).toContain("MinimumPasswordLength");
		const policy = (Value as { "Fn::Sub": string })["Fn::Sub"].replace(/\$\{\w+\}/, "12"); // the form it has
		expect(PasswordPolicy.parse(JSON.parse(policy))).toMatchObject({ minimumLength: 12 });
	});

	it("matches what docs/identity.md deploys", () => {
		expect(readFileSync(`${root}docs/identity.md`, "utf8")).toContain("docs/cognito.json");
	});
});
