// Shows what is pushed to this browser, and acknowledges an alert from there. It has no fetch handler: no request of a
// page passes it. What is pushed has the form of PushContent in shared/message/push.ts.
self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("push", (event) => event.waitUntil(show(contentOf(event.data))));

self.addEventListener("notificationclick", (event) => {
	const { action, notification } = event;
	const { path, acknowledge } = notification.data ?? {};
	const isAcknowledged = action === "acknowledge" && typeof acknowledge === "string";
	notification.close();
	event.waitUntil(isAcknowledged ? acknowledgeBy(acknowledge, notification) : open(path));
});

/** A browser takes its permission back where a push shows nothing. */
function contentOf(data) {
	try {
		return data.json();
	} catch {
		return { title: "There is a message in the console", body: "", tag: "message", isUrgent: false };
	}
}

function show({ title, body, tag, isUrgent, path = null, acknowledge = null }) {
	return self.registration.showNotification(title, {
		...{ body, tag, renotify: true, requireInteraction: isUrgent },
		...{ icon: "/icons/icon-192.png", data: { path, acknowledge } },
		actions: acknowledge === null ? [] : [{ action: "acknowledge", title: "Acknowledge" }],
	});
}

/** A POST of the signed link that came with the push. Whoever pressed reads what came of it. */
async function acknowledgeBy(link, { title, tag, data }) {
	const said = await answerOf(link);
	const { path } = data;
	if (said !== null) return show({ title: said, body: "", tag, isUrgent: false, path });
	const body = "There was no answer. Press here to open the console, and acknowledge it there.";
	return show({ title: `Not acknowledged: ${title}`, body, tag, isUrgent: true, path, acknowledge: link });
}

/** Null: nothing was done, or nobody knows. */
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
		// No connection.
		return null;
	}
}

/** A page that is open already keeps what was typed in it: another one shows the alert. */
async function open(path) {
	const target = new URL(typeof path === "string" ? path : "/dashboard/", self.location.origin);
	if (target.origin !== self.location.origin) return;
	const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
	const shown = windows.find(({ url }) => url === target.href);
	await (shown ? shown.focus() : self.clients.openWindow(target.href));
}
