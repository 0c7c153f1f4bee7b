// Shows pushed messages (PushContent in shared/message/push.ts), and acknowledges or mutes an alert from there. Has no fetch
// handler.
self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("push", (event) => event.waitUntil(show(contentOf(event.data))));

self.addEventListener("notificationclick", (event) => {
	const { action, notification } = event;
	const { path, links = {} } = notification.data ?? {};
	const link = links[action];
	notification.close();
	event.waitUntil(typeof link === "string" ? actBy(action, notification) : open(path));
});

/** A browser revokes its permission if a push shows nothing. */
function contentOf(data) {
	try {
		return data.json();
	} catch {
		return { title: "There is a message in the console", body: "", tag: "message", isUrgent: false, language: "en" };
	}
}

/** Texts for a push without any, as an earlier release sends. */
const english = (title) => ({
	acknowledge: "Acknowledge",
	mute: "Mute for 1 hour",
	notAcknowledged: `Not acknowledged: ${title}`,
	notMuted: `Not muted: ${title}`,
	noAnswer: "There was no answer. Press here to open the console, and acknowledge it there.",
});

function show(content) {
	const {
		title,
		body,
		tag,
		isUrgent,
		isSilent = false,
		path = null,
		acknowledge = null,
		mute = null,
		language,
	} = content;
	const words = { ...english(title), ...content.words };
	const links = { acknowledge, mute };
	const actions = Object.keys(links).filter((action) => links[action] !== null);
	return self.registration.showNotification(title, {
		...{ body, tag, renotify: !isSilent, silent: isSilent, requireInteraction: isUrgent },
		...{ icon: "/icons/icon-192.png", data: { path, links, words, language }, lang: language },
		actions: actions.map((action) => ({ action, title: words[action] })),
	});
}

/** Posts the signed link of the push, and shows the result. */
async function actBy(action, { title, tag, data }) {
	const { path, language, links } = data;
	const words = { ...english(title), ...data.words };
	const said = await answerOf(links[action], action);
	if (said !== null) return show({ title: said, body: "", tag, isUrgent: false, path, language });
	const notDone = action === "mute" ? words.notMuted : words.notAcknowledged;
	return show({ title: notDone, body: words.noAnswer, tag, isUrgent: true, path, ...links, words, language });
}

/** Null: nothing was done, or the result is unknown. */
async function answerOf(link, choice) {
	const target = new URL(link, self.location.origin);
	if (target.origin !== self.location.origin) return null;
	try {
		const body = new URLSearchParams({ choice });
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
