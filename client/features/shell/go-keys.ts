import { useRouter } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { can, type Role } from "../../../shared/permissions";
import { areaByKey } from "./navigation";

/** The second key has to follow this soon; later it means what it means by itself. */
const pairWithinMs = 1_500;

/** `g` and then a letter of the navigation opens that screen, unless somebody is typing. */
export function useGoKeys(role: Role): void {
	const router = useRouter();
	// Before the screen is seen: who knows the keys presses them at once.
	useLayoutEffect(() => {
		let askedAt = Number.NEGATIVE_INFINITY;
		const onKeyDown = (event: KeyboardEvent) => {
			const isFollowing = event.timeStamp - askedAt < pairWithinMs;
			askedAt = Number.NEGATIVE_INFINITY;
			if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
			const key = event.key.toLowerCase();
			const area = areaByKey(key);
			if (isFollowing && area && can(role, area.capability)) {
				event.preventDefault();
				// Lists and the log have meanings of their own for some of the letters.
				event.stopImmediatePropagation();
				void router.navigate({ to: area.to });
			} else if (key === "g") askedAt = event.timeStamp;
		};
		// Before the other keys of the page hear of it.
		document.addEventListener("keydown", onKeyDown, { capture: true });
		return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
	}, [role, router]);
}

/** Whether the key belongs to a field, or to a dialog or menu that stands open. */
function isBusy(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false;
	return target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null;
}
