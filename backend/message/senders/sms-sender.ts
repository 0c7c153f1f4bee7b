import { AwsClient } from "aws4fetch";
import { errorSentence } from "../../../shared/errors/error-sentence";
import type { SmsSettings } from "../../base/message-settings";
import type { ClaimedMessage } from "../claim-message";
import type { SendOutcome } from "../message-outcome";
import { readPhone } from "../phone-number";
import type { MessageContent } from "../templates/message-parts";
import { smsText } from "./sms-text";
import type { NetworkSend } from "./webhook-sender";

const deadlineMs = 15_000;

/** https://docs.aws.amazon.com/sns/latest/api/API_Publish.html#API_Publish_Errors */
const optedOutCode = "OptedOut";
const busyCodes = /Throttl|LimitExceeded|RequestExpired/;

type SmsParts = { settings: SmsSettings; send: NetworkSend };

/** Sends by Amazon SNS. Without a response the result is unknown: a second SMS would cost money. */
export async function sendSms(
	{ settings, send }: SmsParts,
	message: ClaimedMessage,
	content: MessageContent,
): Promise<SendOutcome> {
	const { address, language } = message.addressee;
	const denied = declinedNumber(address, settings.countries);
	if (denied) return denied;
	const request = await signedRequest(settings, { address, text: smsText(content, language) });
	try {
		const { url, method, headers, body } = request;
		const signal = AbortSignal.timeout(deadlineMs);
		return await outcomeOf(await send(url, { method, headers, body, signal, redirect: "manual" }));
	} catch (error) {
		const isTimeout = error instanceof Error && error.name === "TimeoutError";
		if (isTimeout) return { kind: "unknown", error: "The provider did not answer" };
		return { kind: "later", error: "The provider could not be reached" };
	}
}

/** Numbers saved before their type was declined, and countries that the operator did not choose. */
export function declinedNumber(address: string, countries: readonly string[]): SendOutcome | null {
	const phone = readPhone(address);
	if ("complaint" in phone) return { kind: "suppressed", reason: "numberOff", error: errorSentence(phone.complaint) };
	if (countries.includes(phone.country)) return null;
	return { kind: "suppressed", reason: "countryOff", error: "Nothing is sent to this country" };
}

async function signedRequest(settings: SmsSettings, { address, text }: { address: string; text: string }) {
	const { accessKeyId, secretAccessKey, region, senderId } = settings;
	const attributes = { "AWS.SNS.SMS.SMSType": "Transactional", ...(senderId && { "AWS.SNS.SMS.SenderID": senderId }) };
	const body = new URLSearchParams({ Action: "Publish", Version: "2010-03-31", PhoneNumber: address, Message: text });
	for (const [index, [name, value]] of Object.entries(attributes).entries()) {
		const entry = `MessageAttributes.entry.${index + 1}`;
		body.set(`${entry}.Name`, name);
		body.set(`${entry}.Value.DataType`, "String");
		body.set(`${entry}.Value.StringValue`, value);
	}
	const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "sns", retries: 0 });
	const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
	const signed = await client.sign(`https://sns.${region}.amazonaws.com/`, {
		method: "POST",
		headers,
		body: body.toString(),
	});
	return { url: signed.url, method: "POST", headers: signed.headers, body: body.toString() };
}

type Published = { PublishResponse?: { PublishResult?: { MessageId?: string } }; Error?: { Code?: string } };

async function outcomeOf(response: Response): Promise<SendOutcome> {
	const result: Published = await response.json<Published>().catch(() => ({}));
	if (response.ok) return { kind: "accepted", providerId: result.PublishResponse?.PublishResult?.MessageId ?? null };
	const code = result.Error?.Code ?? "";
	const error = `The provider answered ${response.status}${code && ` ${code}`}`;
	if (code === optedOutCode) return { kind: "suppressed", reason: "providerSuppressed", error };
	// 403: credentials or a spending limit, which the operator can fix.
	const mayMend = response.status >= 500 || response.status === 429 || response.status === 403 || busyCodes.test(code);
	return mayMend ? { kind: "later", error } : { kind: "refused", error };
}
