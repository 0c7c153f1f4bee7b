import * as z from "zod/mini";
import { DeliveryChannel } from "../../shared/message/message";

export type EmailSettings = { from: string; dailyQuota: number };

export type SmsSettings = {
	/** ISO 3166 codes. */
	countries: string[];
	region: string;
	accessKeyId: string;
	secretAccessKey: string;
	senderId: string | null;
	dailyQuota: number;
};

export type CallSettings = {
	/** ISO 3166 codes. */
	countries: string[];
	accountSid: string;
	authToken: string;
	from: string;
	dailyQuota: number;
};

/** VAPID (RFC 8292), in base64url. `subject`: the operator's contact for push services. */
export type PushSettings = { publicKey: string; privateKey: string; subject: string };

export type TelegramSettings = { name: string; token: string };

export type MessageSettings = {
	consoleUrl: string | null;
	mailDomain: string | null;
	email: EmailSettings | null;
	sms: SmsSettings | null;
	call: CallSettings | null;
	push: PushSettings | null;
	telegram: TelegramSettings | null;
};

const addressPattern = /^[^\s@<>"]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
const consoleUrlPattern = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d+)?$/;

const orEmpty = (pattern: RegExp) => z._default(z.string().check(z.regex(new RegExp(`^$|${pattern.source}`, "i"))), "");
const quota = (initial: string) => z._default(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), initial);

const Variables = z.object({
	CONSOLE_URL: orEmpty(consoleUrlPattern),
	EMAIL_FROM: orEmpty(addressPattern),
	EMAIL_DAILY_QUOTA: quota("1000"),
	MAIL_DOMAIN: orEmpty(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
	SMS_COUNTRIES: orEmpty(/^[A-Z]{2}(,[A-Z]{2})*$/),
	SMS_REGION: z._default(z.string().check(z.regex(/^[a-z]{2}(-[a-z]+)+-\d+$/)), "eu-west-1"),
	SMS_SENDER_ID: orEmpty(/^(?=.*[A-Za-z])[A-Za-z0-9]{1,11}$/),
	SMS_DAILY_QUOTA: quota("200"),
	SMS_ACCESS_KEY_ID: z._default(z.string(), ""),
	SMS_SECRET_ACCESS_KEY: z._default(z.string(), ""),
	CALL_COUNTRIES: orEmpty(/^[A-Z]{2}(,[A-Z]{2})*$/),
	CALL_DAILY_QUOTA: quota("100"),
	TWILIO_ACCOUNT_SID: orEmpty(/^AC[0-9a-f]{32}$/),
	TWILIO_FROM: orEmpty(/^\+[1-9]\d{6,14}$/),
	TWILIO_AUTH_TOKEN: z._default(z.string(), ""),
	VAPID_PUBLIC_KEY: orEmpty(/^B[\w-]{86}$/),
	VAPID_PRIVATE_KEY: orEmpty(/^[\w-]{43}$/),
	TELEGRAM_BOT: orEmpty(/^[A-Za-z]\w{3,30}bot$/),
	TELEGRAM_BOT_TOKEN: orEmpty(/^\d{1,20}:[\w-]{30,60}$/),
});

export const messageSettings = Object.keys(Variables.shape);

type Parsed = { settings: MessageSettings; problems: [] } | { settings: null; problems: string[] };

export function parseMessageSettings(env: unknown): Parsed {
	const parsed = Variables.safeParse(env);
	if (!parsed.success) return { settings: null, problems: parsed.error.issues.map((issue) => String(issue.path[0])) };
	const problems = missingSettings(parsed.data);
	if (problems.length > 0) return { settings: null, problems };
	const { CONSOLE_URL, EMAIL_FROM: from, EMAIL_DAILY_QUOTA } = parsed.data;
	const email = from === "" ? null : { from, dailyQuota: Number(EMAIL_DAILY_QUOTA) };
	const { TELEGRAM_BOT: name, TELEGRAM_BOT_TOKEN: token } = parsed.data;
	const telegram = name === "" ? null : { name, token };
	const mailDomain = parsed.data.MAIL_DOMAIN.toLowerCase() || null;
	const phones = { sms: smsSettings(parsed.data), call: callSettings(parsed.data) };
	const own = { mailDomain, ...phones, push: pushSettings(parsed.data), telegram };
	return { settings: { consoleUrl: CONSOLE_URL ? new URL(CONSOLE_URL).origin : null, email, ...own }, problems: [] };
}

type Values = z.infer<typeof Variables>;

function missingSettings(values: Values): string[] {
	const needed: (keyof Values)[] = [
		...(values.EMAIL_FROM ? (["CONSOLE_URL"] as const) : []),
		...(values.SMS_COUNTRIES ? (["SMS_ACCESS_KEY_ID", "SMS_SECRET_ACCESS_KEY"] as const) : []),
		...(values.CALL_COUNTRIES
			? (["CONSOLE_URL", "TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"] as const)
			: []),
		...(values.VAPID_PUBLIC_KEY ? (["VAPID_PRIVATE_KEY", "CONSOLE_URL"] as const) : []),
		...(values.VAPID_PRIVATE_KEY ? (["VAPID_PUBLIC_KEY"] as const) : []),
		...(values.TELEGRAM_BOT ? (["TELEGRAM_BOT_TOKEN"] as const) : []),
	];
	return [...new Set(needed)].filter((name) => values[name] === "");
}

function smsSettings(values: Values): SmsSettings | null {
	if (values.SMS_COUNTRIES === "") return null;
	return {
		countries: values.SMS_COUNTRIES.split(","),
		region: values.SMS_REGION,
		accessKeyId: values.SMS_ACCESS_KEY_ID,
		secretAccessKey: values.SMS_SECRET_ACCESS_KEY,
		senderId: values.SMS_SENDER_ID || null,
		dailyQuota: Number(values.SMS_DAILY_QUOTA),
	};
}

function callSettings(values: Values): CallSettings | null {
	if (values.CALL_COUNTRIES === "") return null;
	return {
		countries: values.CALL_COUNTRIES.split(","),
		accountSid: values.TWILIO_ACCOUNT_SID,
		authToken: values.TWILIO_AUTH_TOKEN,
		from: values.TWILIO_FROM,
		dailyQuota: Number(values.CALL_DAILY_QUOTA),
	};
}

function pushSettings(values: Values): PushSettings | null {
	const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, CONSOLE_URL, EMAIL_FROM } = values;
	if (publicKey === "") return null;
	return { publicKey, privateKey, subject: EMAIL_FROM === "" ? CONSOLE_URL : `mailto:${EMAIL_FROM}` };
}

export function openDeliveryChannels(settings: MessageSettings): DeliveryChannel[] {
	return DeliveryChannel.options.filter((channel) => !(channel in settings) || Reflect.get(settings, channel) !== null);
}
