import { Button } from "@mantine/core";
import { IconBookmark, IconChevronDown } from "@tabler/icons-react";
import { Suspense } from "react";
import type { ViewScreen } from "../../../shared/view";
import { lazyPart, useIsWanted, useLazyMenu } from "../../ui/feedback/lazy-parts";

const ViewsMenu = lazyPart(async () => (await import("./views-menu")).ViewsMenu);

/** The saved views of a screen whose state is in its address. */
export function ViewsButton({ screen, className }: { screen: ViewScreen; className?: string | undefined }) {
	const { menu, buttonProps } = useLazyMenu();
	const isWanted = useIsWanted(menu.isOpen);
	return (
		<>
			<Button
				variant="default"
				className={className}
				leftSection={<IconBookmark size={17} stroke={1.7} />}
				rightSection={<IconChevronDown size={14} />}
				{...buttonProps}
			>
				Views
			</Button>
			{isWanted && (
				<Suspense>
					<ViewsMenu menu={menu} screen={screen} />
				</Suspense>
			)}
		</>
	);
}
