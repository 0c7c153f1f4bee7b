// Shows pushed messages (PushContent in shared/message/push.ts), and acknowledges an alert from there. Has no fetch
// handler.
self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("push", (event) => event.waitUntil(show(contentOf(event.data))));

self.addEventListener("notificationclick", (event) => {
	const { action, notification } = event;
	const { path, acknowledge } = notification.data ?? {};
	const isAcknowledged = action === "acknowledge" && typeof acknowledge === "string";
	notification.close();
	event.waitUntil(isAcknowledged ? acknowledgeBy(acknowledge, notification) : open(path));
});

/** A browser revokes its permission if a push shows nothing. */
function contentOf(data) {
	try {
		return data.json();
	} catch {
		return { title: "There is a message in the console", body: "", tag: "message", isUrgent: false, language: "en" };
	}
}

/** For a push of a release that sends none. */
const english = (title) => ({
	acknowledge: "Acknowledge",
	notAcknowledged: `Not acknowledged: ${title}`,
	noAnswer: "There was no answer. Press here to open the console, and acknowledge it there.",
});

function show(content) {
	const { title, body, tag, isUrgent, path = null, acknowledge = null, language } = content;
	const words = content.words ?? english(title);
	return self.registration.showNotification(title, {
		...{ body, tag, renotify: true, requireInteraction: isUrgent },
		...{ icon: "/icons/icon-192.png", data: { path, acknowledge, words, language }, lang: language },
		actions: acknowledge === null ? [] : [{ action: "acknowledge", title: words.acknowledge }],
	});
}

/** Posts the signed link of the push, and shows the result. */
async function acknowledgeBy(link, { title, tag, data }) {
	const said = await answerOf(link);
	const { path, language, words = english(title) } = data;
	if (said !== null) return show({ title: said, body: "", tag, isUrgent: false, path, language });
	const { notAcknowledged, noAnswer: body } = words;
	return show({ title: notAcknowledged, body, tag, isUrgent: true, path, acknowledge: link, words, language });
}

/** Null: nothing was done, or the result is unknown. */
async function answerOf(link) {
	const target = new URL(link, self.location.origin);
	if (target.origin !== self.location.origin) return null;
	try {
		const body = new URLSearchParams({ choice: "acknowledge" });
		const headers = { accept: "application/json" };
		const response = await fetch(target, { method: "POST", body, headers, credentials: "omit", redirect: "error" });
		if (!response.ok) return null;
		const { title } = await response.json();
		return typeof title === "string" ? title : null;
	} catch {
		return null;
	}
}

/** An open page may hold input, so a new one shows the alert. */
async function open(path) {
	const target = new URL(typeof path === "string" ? path : "/dashboard/", self.location.origin);
	if (target.origin !== self.location.origin) return;
	const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
	const shown = windows.find(({ url }) => url === target.href);
	await (shown ? shown.focus() : self.clients.openWindow(target.href));
}
