import { t } from "../../words/made/contacts";

const workerPath = "/push-worker.js";

export function pushObstacle(): string | null {
	const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
	if (canPush) return null;
	return t("push.unable");
}

/** An obstacle that the user can remove. */
export class PushDenied extends Error {
	override readonly name = "PushRefused";
}

type Subscribed = { endpoint: string; p256dh: string; auth: string };

/** Requests permission, so call only after a press. Throws PushDenied. */
export async function subscribeBrowser(publicKey: string): Promise<Subscribed> {
	if ((await Notification.requestPermission()) !== "granted") {
		throw new PushDenied(t("push.denied"));
	}
	await navigator.serviceWorker.register(workerPath, { scope: "/", updateViaCache: "none" });
	const { pushManager } = await navigator.serviceWorker.ready;
	const subscription = await subscribed(pushManager, publicKey);
	const { endpoint, keys = {} } = subscription.toJSON();
	const { p256dh, auth } = keys;
	if (!endpoint || !p256dh || !auth) throw new PushDenied(t("push.noAddress"));
	return { endpoint, p256dh, auth };
}

async function subscribed(manager: PushManager, publicKey: string): Promise<PushSubscription> {
	const wanted = { userVisibleOnly: true, applicationServerKey: publicKey };
	try {
		return await manager.subscribe(wanted);
	} catch (error) {
		const known = await manager.getSubscription();
		// The operator has replaced the key of this subscription, so nothing can be sent to it.
		if (known !== null && (await known.unsubscribe())) return manager.subscribe(wanted);
		throw new PushDenied(
			error instanceof Error ? t("push.unreachableBecause", { error: error.message }) : t("push.unreachable"),
		);
	}
}
