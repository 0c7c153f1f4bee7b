import "@mantine/spotlight/styles.css";
import { useMantineColorScheme } from "@mantine/core";
import { Spotlight } from "@mantine/spotlight";
import { useRouter } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import type { Scope } from "../../../shared/account";
import type { Role } from "../../../shared/permissions";
import { readRecentScreens } from "../../recent-screens";
import { storeTimeDisplayMode } from "../../ui/time/time-display";
import { actionItems } from "./action-items";
import { findItems } from "./find-items";
import { pageItems, type SearchPage } from "./page-items";
import { pastedItem } from "./pasted-item";
import { choicesOf } from "./result-choices";
import { ResultList } from "./result-list";
import classes from "./search.module.css";
import { SearchField } from "./search-field";
import type { SearchItem } from "./search-item";
import { SearchNotes } from "./search-notes";
import { search, searchStore } from "./search-store";
import { useEntityItems } from "./use-entity-items";

type SearchEverythingProps = {
	isOpen: boolean;
	role: Role;
	scope: Scope;
	userId: string;
	pages: SearchPage[];
	onClose: () => void;
	onHelp: () => void;
	onSignOut: () => void;
};

/** Finds devices, groups, alerts, contacts, reports, users, pages and actions, and opens what is chosen. */
export function SearchEverything(props: SearchEverythingProps) {
	const { isOpen, role, scope, userId, pages, onClose, onHelp, onSignOut } = props;
	const router = useRouter();
	const { setColorScheme } = useMantineColorScheme();
	const [text, setText] = useState("");
	/** Once a result is open, the focus is the new screen's and not that of the button before. */
	const [isLeaving, setIsLeaving] = useState(false);
	const { items: entities, awaited, missing } = useEntityItems(role, isOpen);
	// Typing goes on while thousands of names are looked through.
	const query = useDeferredValue(text);

	// The kit gives the focus back only from a dialog it has first drawn closed.
	useEffect(() => {
		if (isOpen) {
			setIsLeaving(false);
			search.open();
		} else search.close();
	}, [isOpen]);

	const items = useMemo(() => {
		const commands = { onHelp, onSignOut, onTheme: setColorScheme, onTime: storeTimeDisplayMode };
		return [...pageItems(pages, role), ...actionItems({ role, scope }, commands), ...entities];
	}, [pages, role, scope, entities, onHelp, onSignOut, setColorScheme]);
	const choices = useMemo(() => {
		const pasted = pastedItem(query, role, entities);
		if (pasted) return choicesOf([{ kind: pasted.kind, items: [pasted], total: 1 }]);
		const current = router.state.location.pathname;
		return choicesOf(findItems(items, query, { recent: isOpen ? readRecentScreens(userId) : [], current }));
	}, [items, entities, query, role, userId, isOpen, router]);

	const open = (target: SearchItem["target"]) => {
		setIsLeaving(typeof target === "string");
		search.close();
		if (typeof target === "string") void router.navigate({ href: target });
		else target();
	};
	return (
		<Spotlight.Root
			store={searchStore}
			query={text}
			onQueryChange={setText}
			shortcut={null}
			onSpotlightClose={onClose}
			returnFocus={!isLeaving}
			yOffset="max(12px, 9vh)"
			overlayProps={{ backgroundOpacity: 0.4 }}
			transitionProps={{ transition: "fade", duration: 100 }}
			attributes={{ content: { "aria-label": "Search everything" } }}
			classNames={{ content: classes.dialog, body: classes.body }}
		>
			<SearchField choices={choices} />
			<ResultList choices={choices} query={query} onOpen={open} />
			<SearchNotes choices={choices} query={query} awaited={awaited} missing={missing} />
		</Spotlight.Root>
	);
}
