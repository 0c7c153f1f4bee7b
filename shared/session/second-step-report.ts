import * as z from "zod/mini";

/** How a sign-in passed. `setUp`: by the password alone, then its person set up the second step that the pool requires. */
const SignInWay = z.enum(["password", "code", "passkey", "setUp"]);
export type SignInWay = z.infer<typeof SignInWay>;

export const SecondStepReported = z.object({
	/** The second step besides the password. Null: not known. */
	secondStep: z.nullable(z.enum(["on", "off"])),
	way: z._default(z.nullable(SignInWay), null),
});
export type SecondStepReported = z.infer<typeof SecondStepReported>;

/** Whether the person is an emergency owner. `unproven`: one whose sign-in has no second step. */
export const EmergencyStanding = z.enum(["none", "proven", "unproven"]);
export type EmergencyStanding = z.infer<typeof EmergencyStanding>;
