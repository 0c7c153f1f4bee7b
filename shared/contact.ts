import * as z from "zod/mini";

export const AddressStatus = z.enum(["unverified", "verified", "bouncing", "unsubscribed"]);
export type AddressStatus = z.infer<typeof AddressStatus>;

export const Contact = z.object({
	id: z.string(),
	fullName: z.string(),
	company: z.string(),
	title: z.string(),
	email: z.nullable(z.string()),
	emailStatus: AddressStatus,
	/** E.164. */
	phone: z.nullable(z.string()),
	phoneStatus: AddressStatus,
	/** IANA name. */
	timeZone: z.string(),
	lastNotifiedAt: z.nullable(z.date()),
	createdAt: z.date(),
});
export type Contact = z.infer<typeof Contact>;
