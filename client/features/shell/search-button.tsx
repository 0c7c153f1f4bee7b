import { UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import classes from "./search-button.module.css";

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function SearchButton({ onClick }: { onClick: () => void }) {
	return (
		<UnstyledButton
			className={classes.button}
			aria-label="Search everything"
			aria-keyshortcuts="Control+K Meta+K"
			onClick={onClick}
		>
			<IconSearch size={18} stroke={1.7} aria-hidden="true" />
			<span className={classes.words}>Search</span>
			<span className={classes.keys} data-keys={isMac ? "⌘ K" : "Ctrl K"} aria-hidden="true" />
		</UnstyledButton>
	);
}
