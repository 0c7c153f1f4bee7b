import { IconDots } from "@tabler/icons-react";
import { Suspense } from "react";
import type { ViewScreen } from "../../../shared/account/view";
import { useScreenCommands } from "../../base/screen-commands";
import { lazyPart, useIsWanted, useLazyMenu } from "../../ui/feedback/lazy-parts";
import { IconButton } from "../../ui/form/icon-button";
import { menuLabel, type RowAction } from "../../ui/table/row-menu";

const ViewsMenu = lazyPart(async () => (await import("./views-menu")).ViewsMenu);

type ScreenMenuProps = { screen: ViewScreen; name: string; actions?: RowAction[] };

export function ScreenMenu({ screen, name, actions = [] }: ScreenMenuProps) {
	const { menu, buttonProps } = useLazyMenu();
	const isWanted = useIsWanted(menu.isOpen);
	useScreenCommands(() => actions.map((action) => ({ ...action, label: menuLabel(action), note: name })));
	return (
		<>
			<IconButton label="More actions" icon={<IconDots size={17} stroke={1.7} />} {...buttonProps} />
			{isWanted && (
				<Suspense>
					<ViewsMenu menu={menu} screen={screen} actions={actions} />
				</Suspense>
			)}
		</>
	);
}
