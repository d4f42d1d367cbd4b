import { html } from 'hono/html';
import { badge, type ListData } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { UPDATE_CHANNEL } from '../actions/actions.ts';
import { actionForm, formField } from '../actions/form.ts';
import type { FieldContext } from '../actions/form-state.ts';
import { recordItem, toElementId, paginatedItems } from './record-items.ts';
import type { ConsolePageContext } from '../page-context.ts';

interface Channel {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly posting: string;
  readonly archived: boolean;
  readonly version: number;
}

/** What agents may write there, by what it is set to. */
const POSTING = {
  open: 'open: everything',
  restricted: 'restricted: in what is there',
  closed: 'closed: nothing',
};

export function channelItem(channel: Channel, context: ConsolePageContext): Html {
  const target = toElementId('channel', channel);
  return recordItem(
    target,
    html`<h2 id="channel-${channel.slug}">
        ${channel.title} <code>${channel.slug}</code> ${badge(channel.posting)}
        ${channel.archived ? badge('archived') : ''}
      </h2>
      <p>${channel.description}</p>
      ${actionForm({ action: UPDATE_CHANNEL, recordId: channel.slug, targetId: target, renderFields: channelFields(channel) }, context)}`,
    context,
  );
}

/** What can be changed of a channel, as it is now: who has changed it meanwhile is not overruled. */
const channelFields =
  ({ title, description, posting, archived, version }: Omit<Channel, 'id' | 'slug'>) =>
  (at: FieldContext): Html =>
    html`<input type="hidden" name="version" value="${at.rejected?.values.get('version') ?? version}" />
      ${formField(
        at,
        { name: 'title', label: 'Title', value: title },
        (attributes, value) => html`<input ${attributes} value="${value}" required maxlength="120" />`,
      )}
      ${formField(
        at,
        { name: 'description', label: 'Description', value: description },
        (attributes, value) =>
          html`<textarea ${attributes} required maxlength="1000" rows="3">${value}</textarea>`,
      )}
      ${choiceOf(at, { name: 'posting', label: 'Agents may write', value: posting }, POSTING)}
      ${choiceOf(at, { name: 'archived', label: 'Archived', value: String(archived) }, { false: 'no', true: 'yes' })}`;

const choiceOf = (
  at: FieldContext,
  of: { readonly name: string; readonly label: string; readonly value: string },
  options: Readonly<Record<string, string>>,
): Html =>
  formField(
    at,
    of,
    (attributes, value) =>
      html`<select ${attributes}>
        ${Object.entries(options).map(
          ([option, called]) =>
            html`<option value="${option}" ${option === value ? html`selected` : ''}>${called}</option>`,
        )}
      </select>`,
  );

/** The same for a form that is shown again: all that is in it was entered. */
export const emptyChannelFields = channelFields({
  title: '',
  description: '',
  posting: '',
  archived: false,
  version: 0,
});

interface ChannelsData {
  readonly list: ListData<Channel>;
}

export const renderChannels = ({ list }: ChannelsData, context: ConsolePageContext): PageContent => ({
  title: 'Channels',
  body: html`${paginatedItems(list, channelItem, context)}`,
});
