const workerPath = "/push-worker.js";

export function pushObstacle(): string | null {
	const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
	if (canPush) return null;
	return "This browser takes no pushes. On an iPhone or iPad, add the console to the Home Screen (Share, Add to Home Screen) and open it from there. A private window takes none either.";
}

/** An obstacle that the user can remove. */
export class PushDenied extends Error {
	override readonly name = "PushRefused";
}

type Subscribed = { endpoint: string; p256dh: string; auth: string };

/** Requests permission, so call only after a press. Throws PushDenied. */
export async function subscribeBrowser(publicKey: string): Promise<Subscribed> {
	if ((await Notification.requestPermission()) !== "granted") {
		throw new PushDenied(
			"This browser shows no notifications of the console. Allow them for this address in the browser's settings, then press again.",
		);
	}
	await navigator.serviceWorker.register(workerPath, { scope: "/", updateViaCache: "none" });
	const { pushManager } = await navigator.serviceWorker.ready;
	const subscription = await subscribed(pushManager, publicKey);
	const { endpoint, keys = {} } = subscription.toJSON();
	const { p256dh, auth } = keys;
	if (!endpoint || !p256dh || !auth) throw new PushDenied("This browser gave no address for pushes. Try another one.");
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
		const detail = error instanceof Error ? ` (${error.message})` : "";
		throw new PushDenied(`This browser's push service could not be reached. Try again later${detail}.`);
	}
}
